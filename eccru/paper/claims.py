"""What the paper says of its results (Section 4.2), each as a question to a study."""

from collections.abc import Callable
from typing import NamedTuple

import pandas as pd

from eccru.names import COMPETITORS, METRICS, PROPOSED, TITLES
from eccru.paper.evidence import Evidence, NotDecidableError
from eccru.stats.intervals import INTERVALS

BELOW_15, FROM_15, BELOW_50 = INTERVALS[:3], INTERVALS[3:], INTERVALS[:5]
BUT_BALANCED = ("f_measure", "g_mean", "auc_roc", "auc_pr")


class Claim(NamedTuple):
    """A claim in our words, and the function that answers it with the numbers it rests on."""

    text: str
    check: Callable[[Evidence], tuple[bool, str]]


def answer(claim: Claim, evidence: Evidence) -> tuple[str, str]:
    """Return yes, no or not decidable, and the numbers or the reason."""
    try:
        holds, numbers = claim.check(evidence)
    except NotDecidableError as error:
        return "not decidable", str(error)
    return ("yes" if holds else "no"), numbers


def _listed(values: pd.Series, form="{:.2f}") -> str:
    return ", ".join(f"{name} {form.format(value)}" for name, value in values.items())


def _best(metric):
    def check(evidence):
        ranks = evidence.rank(metric).sort_values(kind="stable")
        return ranks["ECCRU3"] == ranks.min(), _listed(ranks[:3])

    return Claim(f"ECCRU3 has the best average rank in {TITLES[metric]}", check)


def _g_mean_order(evidence):
    ranks = evidence.rank("g_mean").sort_values(kind="stable")
    return list(ranks.index[:2]) == ["ECCRU", "ECCRU3"], _listed(ranks[:3])


def _top_three(metric):
    def check(evidence):
        ranks = evidence.rank(metric)
        return ranks[list(PROPOSED)].max() <= ranks[list(COMPETITORS)].min(), _listed(
            ranks.sort_values(kind="stable")[:4]
        )

    return Claim(f"the three proposed methods hold the top three ranks in {TITLES[metric]}", check)


def _ecc_second(metric):
    def check(evidence):
        ranks = evidence.rank(metric).sort_values(kind="stable")
        first, second, third = ranks.index[:3]
        return second == "ECC" and {first, third} <= set(PROPOSED), _listed(ranks[:3])

    return Claim(f"in {TITLES[metric]} ECC comes second, between two proposed methods", check)


def _fastest(evidence):
    ranks = evidence.rank("training_time")
    return ranks.idxmin() == "BRUS", _listed(ranks.sort_values()[:3])


def _next_fastest(evidence):
    ranks = evidence.rank("training_time").sort_values(kind="stable")
    return set(ranks.index[1:3]) == {"BR", "COCOA"}, _listed(ranks[:4])


def _proposed_between(evidence):
    ranks = evidence.rank("training_time")
    behind, ahead = ranks[["BR", "COCOA"]].max(), ranks["ECC"]
    holds = ranks[list(PROPOSED)].min() > behind and ranks[list(PROPOSED)].max() < ahead
    return holds, _listed(ranks[["BR", "COCOA", *PROPOSED, "ECC"]])


def _slowest(evidence):
    ranks = evidence.rank("training_time")
    return ranks.idxmax() == "ECC", _listed(ranks.sort_values(ascending=False)[:3])


def _most_wins(metric):
    def check(evidence):
        wins = (evidence.verdict(metric) == 1).sum(axis=1)
        return wins["ECCRU3"] == wins.max(), _listed(wins, "{}")

    return Claim(f"no method has more significant wins than ECCRU3 in {TITLES[metric]}", check)


def _wins(metric, count):
    def check(evidence):
        wins = int((evidence.verdict(metric).loc["ECCRU3"] == 1).sum())
        return wins == count, f"wins {wins}"

    return Claim(f"ECCRU3 wins significantly over {count} methods in {TITLES[metric]}", check)


def _four_draws(evidence):
    row = {m: evidence.verdict(m).loc["ECCRU3", list(COMPETITORS)] for m in METRICS}
    draws = {(m, c) for m in METRICS for c in COMPETITORS if row[m][c] == 0}
    losses = [(m, c) for m in METRICS for c in COMPETITORS if row[m][c] < 0]
    expected = {("g_mean", "BRUS"), ("f_measure", "COCOA"), ("f_measure", "ECC"), ("auc_pr", "ECC")}
    named = ", ".join(
        f"{c} in {TITLES[m]}" for m in METRICS for c in COMPETITORS if (m, c) in draws
    )
    wins = 25 - len(draws) - len(losses)
    numbers = f"wins {wins}, losses {len(losses)}, draws {len(draws)} ({named or 'none'})"
    return draws == expected and not losses, numbers


def _balance(evidence):
    return evidence.verdict("training_time").sum(axis=1).sort_values(ascending=False, kind="stable")


def _time_balance(evidence):
    printed = {"BRUS": 7, "COCOA": 4, "BR": 3, "EBRUS": -1, "ECCRU2": -1}
    printed |= {"ECCRU": -2, "ECCRU3": -3, "ECC": -7}
    balance = _balance(evidence)
    return balance.to_dict() == printed, _listed(balance, "{:+d}")


def _time_extremes(evidence):
    balance = _balance(evidence)
    holds = balance.idxmax() == "BRUS" and balance.idxmin() == "ECC"
    return holds, _listed(balance.iloc[[0, -1]], "{:+d}")


def _ecc_rival(evidence):
    draws = {m: int(evidence.verdict(m).loc["ECCRU3", "ECC"]) for m in ("f_measure", "auc_pr")}
    time = int(evidence.verdict("training_time").loc["ECCRU3", "ECC"])
    words = {1: "better", 0: "no difference", -1: "worse"}
    numbers = f"ECCRU3 against ECC: F-measure {words[draws['f_measure']]}, "
    numbers += f"AUC-PR {words[draws['auc_pr']]}, training time {words[time]}"
    return not any(draws.values()) and time == 1, numbers


def _alternative(method, metric):
    def check(evidence):
        score = int(evidence.verdict(metric).loc[method, "ECCRU3"])
        time = int(evidence.verdict("training_time").loc[method, "ECCRU3"])
        words = {1: "better", 0: "no difference", -1: "worse"}
        numbers = f"against ECCRU3: {TITLES[metric]} {words[score]}, training time {words[time]}"
        return score >= 0 and time == 1, numbers

    text = f"in {TITLES[metric]} {method} is not significantly worse than ECCRU3, and faster"
    return Claim(text, check)


def _half_above_100(evidence):
    percent = evidence.percent(INTERVALS[-1:])
    return percent > 50, f"{percent:.1f} %"


def _sixteen_below_15(evidence):
    percent = evidence.percent(BELOW_15)
    return round(percent) == 16, f"{percent:.1f} %"


def _lead_from_15(metric):
    def check(evidence):
        levels = evidence.levels(metric, FROM_15)
        leaders = levels.idxmin(axis=1)
        numbers = ", ".join(f"{interval} {name}" for (_, interval), name in leaders.items())
        return leaders.isin(PROPOSED).all(), numbers

    text = f"a proposed method leads {TITLES[metric]} at every level of ImR from 15 upwards"
    return Claim(text, check)


def _does_well(method, metric):
    def check(evidence):
        mean = evidence.levels(metric, BELOW_15).mean()
        place = int((mean < mean[method]).sum()) + 1
        return place <= 4, f"mean of the average ranks {mean[method]:.2f}, place {place} of 8"

    text = f"below ImR 15 {method} does well (top half) in {TITLES[metric]}"
    return Claim(text, check)


def _three_over_two(metric):
    def check(evidence):
        levels = evidence.levels(metric, INTERVALS)
        ahead = int((levels["ECCRU3"] < levels["ECCRU2"]).sum())
        return ahead >= len(levels) * 6 / 7, f"{ahead} of {len(levels)} intervals"

    text = f"ECCRU3 ranks before ECCRU2 in {TITLES[metric]} in six of seven levels of ImR or more"
    return Claim(text, check)


def _full_chains(metric):
    def check(evidence):
        levels = evidence.levels(metric, BELOW_50)
        ahead = int((levels["ECCRU"] < levels[["ECCRU2", "ECCRU3"]].min(axis=1)).sum())
        return ahead >= len(levels) * 4 / 5, f"{ahead} of {len(levels)} intervals"

    text = f"below ImR 50 ECCRU ranks before ECCRU2 and ECCRU3 in {TITLES[metric]} "
    return Claim(text + "in four of five levels or more", check)


CLAIMS = (
    *(_best(metric) for metric in METRICS if metric != "g_mean"),
    Claim("in G-mean ECCRU has the best average rank and ECCRU3 the second best", _g_mean_order),
    *(_top_three(metric) for metric in ("g_mean", "balanced_accuracy", "auc_roc")),
    *(_ecc_second(metric) for metric in ("f_measure", "auc_pr")),
    Claim("BRUS is the fastest to train", _fastest),
    Claim("BR and COCOA are the next fastest to train", _next_fastest),
    Claim(
        "the proposed methods train slower than BR and COCOA, faster than ECC", _proposed_between
    ),
    Claim("ECC is the slowest to train", _slowest),
    *(_most_wins(metric) for metric in METRICS),
    *(_wins(metric, count) for metric, count in zip(METRICS, (4, 4, 6, 7, 6), strict=True)),
    Claim(
        "of 25 comparisons with the five competitors ECCRU3 wins 21 significantly and draws 4: "
        "with BRUS in G-mean, COCOA and ECC in F-measure, ECC in AUC-PR",
        _four_draws,
    ),
    Claim("BRUS has the most wins minus losses in training time, ECC the fewest", _time_extremes),
    Claim(
        "wins minus losses in training time: BRUS 7, COCOA 4, BR 3, EBRUS and ECCRU2 -1, "
        "ECCRU -2, ECCRU3 -3, ECC -7",
        _time_balance,
    ),
    Claim("ECC equals ECCRU3 in F-measure and AUC-PR but trains significantly slower", _ecc_rival),
    _alternative("BRUS", "g_mean"),
    _alternative("COCOA", "f_measure"),
    Claim("more than half of the labels have ImR of 100 or more", _half_above_100),
    Claim("16 % of the labels have ImR below 15", _sixteen_below_15),
    *(_lead_from_15(metric) for metric in METRICS),
    *(_does_well(method, metric) for method in ("COCOA", "BRUS") for metric in METRICS[:2]),
    *(_does_well("EBRUS", metric) for metric in ("auc_roc", "auc_pr")),
    *(_does_well("ECC", metric) for metric in ("f_measure", "g_mean", "auc_pr")),
    *(_three_over_two(metric) for metric in BUT_BALANCED),
    *(_full_chains(metric) for metric in BUT_BALANCED),
)
