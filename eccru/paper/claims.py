"""What the paper says of its results (Section 4.2), each as a question to a study."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pandas as pd

from eccru.names import COMPETITORS, METHODS, METRICS, PROPOSED, TITLES
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


def _of(ranks, *methods):
    """Return the rows of some methods, of average ranks with a row per method."""
    return ranks[[METHODS.index(method) for method in methods]]


def _all_but(*methods):
    return [method for method in METHODS if method not in methods]


def _judge(holds, possible, numbers, evidence):
    """Answer a statement about average ranks in which one dataset of the paper is lacking.

    One that fails, but by less than the ranks of that dataset can change, is not decidable; one
    that holds by less holds, and its numbers say so.
    """
    (lacking,) = evidence.lacking
    if not holds and possible.any():
        raise NotDecidableError(f"{numbers}; the ranks on {lacking} can turn it")
    doubt = "" if not holds or possible.all() else f"; the ranks on {lacking} can turn it"
    return holds, numbers + doubt


def _about_ranks(text, metric, holds, shown=3, last=False):
    """Make a claim of a condition on average ranks, which are given with a row per method.

    `shown` is how many of the first (or, with `last`, last) methods are named with the answer.
    """

    def check(evidence):
        ranks = evidence.rank(metric)
        numbers = _listed(ranks.sort_values(kind="stable", ascending=not last)[:shown])
        now = bool(holds(ranks.to_numpy()[:, None])[0])
        if len(evidence.lacking) != 1:
            return now, numbers
        return _judge(now, evidence.could_be(metric, holds), numbers, evidence)

    return Claim(text, check)


def _best(metric):
    text = f"ECCRU3 has the best average rank in {TITLES[metric]}"
    return _about_ranks(text, metric, lambda r: _of(r, "ECCRU3")[0] == r.min(axis=0))


def _g_mean_order(r):
    first, second = _of(r, "ECCRU", "ECCRU3")
    return (first < second) & (second < _of(r, *_all_but("ECCRU", "ECCRU3")).min(axis=0))


def _top_three(metric):
    return _about_ranks(
        f"the three proposed methods hold the top three ranks in {TITLES[metric]}",
        metric,
        lambda r: _of(r, *PROPOSED).max(axis=0) <= _of(r, *COMPETITORS).min(axis=0),
        shown=4,
    )


def _ecc_second(metric):
    def holds(r):
        proposed, ecc = np.sort(_of(r, *PROPOSED), axis=0), _of(r, "ECC")[0]
        others = _of(r, *_all_but("ECC", *PROPOSED)).min(axis=0)
        return (proposed[0] <= ecc) & (ecc <= proposed[1]) & (proposed[1] <= others)

    text = f"in {TITLES[metric]} ECC comes second, between two proposed methods"
    return _about_ranks(text, metric, holds)


def _fastest(r):
    return _of(r, "BRUS")[0] == r.min(axis=0)


def _next_fastest(r):
    slower, brus = _of(r, "BR", "COCOA"), _of(r, "BRUS")[0]
    others = _of(r, *_all_but("BR", "COCOA", "BRUS")).min(axis=0)
    return (brus < slower.min(axis=0)) & (slower.max(axis=0) < others)


def _proposed_between(r):
    proposed = _of(r, *PROPOSED)
    behind, ahead = _of(r, "BR", "COCOA").max(axis=0), _of(r, "ECC")[0]
    return (proposed.min(axis=0) > behind) & (proposed.max(axis=0) < ahead)


def _slowest(r):
    return _of(r, "ECC")[0] == r.max(axis=0)


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


def _share(text, intervals, holds):
    """Make a claim of a condition on the percentage of labels within intervals of ImR."""

    def check(evidence):
        percent = evidence.percent(intervals)
        numbers = f"{percent:.1f} %"
        if not evidence.lacking:
            return holds(percent), numbers
        least, most = evidence.possible_percent(intervals)
        named = evidence.lacking[0] if len(evidence.lacking) == 1 else "the lacking datasets"
        numbers += f"; {least:.1f} to {most:.1f} % with {named}, by its row in Table 1"
        if not any(map(holds, np.linspace(least, most, 1001))):
            return False, numbers
        if all(map(holds, (least, most))):
            return True, numbers
        raise NotDecidableError(numbers)

    return Claim(text, check)


def _over_half(percent):
    return percent > 50


def _sixteen(percent):
    return round(percent) == 16


def _about_levels(text, metric, intervals, holds, show):
    """Make a claim of a condition on the average ranks in intervals of ImR.

    `holds` is given a list of arrays with a row per method, `show` says a table of them in words.
    """

    def check(evidence):
        levels = evidence.levels(metric, intervals)
        numbers = show(levels)
        now = bool(holds(list(levels.to_numpy(dtype=float)[:, :, None]))[0])
        if len(evidence.lacking) != 1:
            return now, numbers
        possible = evidence.levels_could_be(metric, intervals, holds)
        return _judge(now, possible, numbers, evidence)

    return Claim(text, check)


def _lead_from_15(metric):
    def holds(levels):
        leads = [_of(r, *PROPOSED).min(axis=0) <= _of(r, *COMPETITORS).min(axis=0) for r in levels]
        return np.all(leads, axis=0)

    def show(levels):
        leaders = levels.idxmin(axis=1)
        return ", ".join(f"{interval} {name}" for (_, interval), name in leaders.items())

    text = f"a proposed method leads {TITLES[metric]} at every level of ImR from 15 upwards"
    return _about_levels(text, metric, FROM_15, holds, show)


def _does_well(method, metric):
    def place(levels):
        mean = np.mean(levels, axis=0)
        return (mean < _of(mean, method)).sum(axis=0) + 1

    def show(levels):
        mean = levels.mean()
        at = place(list(levels.to_numpy(dtype=float)[:, :, None]))[0]
        return f"mean of the average ranks {mean[method]:.2f}, place {at} of 8"

    text = f"below ImR 15 {method} does well (top half) in {TITLES[metric]}"
    return _about_levels(text, metric, BELOW_15, lambda levels: place(levels) <= 4, show)


def _in_most(text, metric, intervals, ahead, share):
    """Make a claim that methods are ahead of others in a share of the intervals."""
    first, others = ahead

    def count(levels):
        return sum(_of(r, first)[0] < _of(r, *others).min(axis=0) for r in levels)

    def show(levels):
        at = count(list(levels.to_numpy(dtype=float)[:, :, None]))[0]
        return f"{at} of {len(levels)} intervals"

    def holds(levels):
        return count(levels) >= len(levels) * share

    return _about_levels(text, metric, intervals, holds, show)


def _three_over_two(metric):
    text = f"ECCRU3 ranks before ECCRU2 in {TITLES[metric]} in six of seven levels of ImR or more"
    return _in_most(text, metric, INTERVALS, ("ECCRU3", ["ECCRU2"]), 6 / 7)


def _full_chains(metric):
    text = f"below ImR 50 ECCRU ranks before ECCRU2 and ECCRU3 in {TITLES[metric]} "
    text += "in four of five levels or more"
    return _in_most(text, metric, BELOW_50, ("ECCRU", ["ECCRU2", "ECCRU3"]), 4 / 5)


CLAIMS = (
    *(_best(metric) for metric in METRICS if metric != "g_mean"),
    _about_ranks(
        "in G-mean ECCRU has the best average rank and ECCRU3 the second best",
        "g_mean",
        _g_mean_order,
    ),
    *(_top_three(metric) for metric in ("g_mean", "balanced_accuracy", "auc_roc")),
    *(_ecc_second(metric) for metric in ("f_measure", "auc_pr")),
    _about_ranks("BRUS is the fastest to train", "training_time", _fastest),
    _about_ranks(
        "BR and COCOA are the next fastest to train", "training_time", _next_fastest, shown=4
    ),
    _about_ranks(
        "the proposed methods train slower than BR and COCOA, faster than ECC",
        "training_time",
        _proposed_between,
        shown=8,
    ),
    _about_ranks("ECC is the slowest to train", "training_time", _slowest, last=True),
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
    _share("more than half of the labels have ImR of 100 or more", INTERVALS[-1:], _over_half),
    _share("16 % of the labels have ImR below 15", BELOW_15, _sixteen),
    *(_lead_from_15(metric) for metric in METRICS),
    *(_does_well(method, metric) for method in ("COCOA", "BRUS") for metric in METRICS[:2]),
    *(_does_well("EBRUS", metric) for metric in ("auc_roc", "auc_pr")),
    *(_does_well("ECC", metric) for metric in ("f_measure", "g_mean", "auc_pr")),
    *(_three_over_two(metric) for metric in BUT_BALANCED),
    *(_full_chains(metric) for metric in BUT_BALANCED),
)
