"""Every figure of a study: one entry, from which workflow, gallery, report and captions follow.

The workflow reads this on every call, so nothing here imports pandas or matplotlib: functions are
named as `module:function`.
"""

from typing import NamedTuple

from eccru.names import COMPARED, METRICS, TITLES


class Entry(NamedTuple):
    """A figure.

    Attributes
    ----------
    name : str
        Of its files.
    section : str
        The heading of the page that it stands under.
    tables : tuple of str
        The csv files it is drawn from; without one of them there is nothing to draw.
    draw : str
        The function that takes these tables, and `metric` and `rng` where the entry has a metric
        or a seed, and returns the figure.
    title : str
        What it shows, in a few words.
    caption : str
        What else a reader should know who sees it.
    alternative : str
        What it shows, for readers who do not see it; `{numbers}` stands for those of the tables.
    numbers : str
        The function that takes the tables, and `metric`, and returns them as text.
    metric : str
        Of which metric it is; empty if it is not of one.
    seed : int or None
        Of the random numbers it needs.
    """

    name: str
    section: str
    tables: tuple[str, ...]
    draw: str
    title: str
    caption: str
    alternative: str
    numbers: str = ""
    metric: str = ""
    seed: int | None = None


_ENTRIES = (
    Entry(
        name="paper_ranks",
        section="Ranks",
        tables=("paper_ranks",),
        draw="eccru.plots.ranks:paper_ranks",
        title="Average ranks in the paper and here",
        caption="The paper’s are hollow, those of this study filled. A long line is a method that "
        "ranks differently here.",
        alternative="For each metric and method the average rank in the paper and in this study; "
        "the comparison table has the numbers.",
    ),
    Entry(
        name="significance",
        section="Tests",
        tables=("pairs",),
        draw="eccru.plots.significance:significance",
        title="Significant differences of all pairs",
        caption="The row’s method against the column’s. Orange and ↑: the row’s is better; violet "
        "and ↓: worse; a dot: no significant difference. Darker is more certain.",
        alternative="Six matrices of all pairs of methods, coloured by corrected p-value, with an "
        "arrow for each significant difference; the table below has the verdicts.",
    ),
    *(
        Entry(
            name=f"cd_{metric}",
            section="Metric by metric",
            tables=("ranks", "pairs"),
            draw="eccru.plots.ranks:critical_difference",
            title=f"Critical differences in {TITLES[metric]}",
            caption="A bar joins the methods, marked by dots, among which no pair differs "
            "significantly.",
            alternative=f"Average ranks in {TITLES[metric]}, with bars that join methods without "
            "a significant difference: {numbers} significantly.",
            numbers="eccru.plots.ranks:ranks_in_words",
            metric=metric,
        )
        for metric in COMPARED
    ),
    *(
        Entry(
            name=f"scores_{metric}",
            section="Metric by metric",
            tables=("scores", "summary"),
            draw="eccru.plots.scores:dataset_scores",
            title=f"{TITLES[metric]} per dataset",
            caption="Each dataset on its own scale: marker and line are mean and standard "
            "deviation, ticks are single runs.",
            alternative=f"A panel per dataset: {TITLES[metric]} of every method, mean, standard "
            "deviation and single runs; the table has the numbers.",
            metric=metric,
        )
        for metric in COMPARED
    ),
    *(
        Entry(
            name=f"pareto_{metric}",
            section="Metric by metric",
            tables=("summary",),
            draw="eccru.plots.cost:pareto",
            title=f"{TITLES[metric]} against training time",
            caption="On the datasets where every method has both. No method to the left of the "
            "stepped line is as good as the line is high: the Pareto front.",
            alternative=f"Mean {TITLES[metric]} over training time. On the Pareto front, from the "
            "fastest to the best: {numbers}.",
            numbers="eccru.plots.cost:front_in_words",
            metric=metric,
        )
        for metric in METRICS
    ),
    Entry(
        name="imbalance",
        section="Imbalance",
        tables=("labels",),
        draw="eccru.plots.imbalance:imbalance",
        title="The paper’s Figure 1: imbalance ratios",
        caption="Those of all labels in the datasets of this study.",
        alternative="Density and box plot of the imbalance ratios of {numbers}.",
        numbers="eccru.plots.imbalance:imbalance_in_words",
        seed=1,
    ),
    Entry(
        name="exploitation",
        section="Imbalance",
        tables=(),
        draw="eccru.plots.exploitation:exploitation",
        title="The paper’s Figure 2: use of the majority",
        caption="The probability that at least one of ECCRU’s 10 chains uses a majority example, "
        "for 1,000 training examples. Equation 1 leaves the bootstrap out; the simulation, 10,000 "
        "runs a dot, has it.",
        alternative="Line of Equation 1 and dots of the simulation over the imbalance ratio: both "
        "fall from 1 at an imbalance ratio of 1.5 to below 0.5 above 15 and 0.2 at 49.",
        seed=1,
    ),
    Entry(
        name="intervals",
        section="Imbalance",
        tables=("interval_labels", "interval_ranks"),
        draw="eccru.plots.imbalance:intervals",
        title="The paper’s Figure 3: ranks by imbalance",
        caption="Labels by imbalance ratio, and the average rank of the methods on the labels of "
        "each interval.",
        alternative="Bars with the percentage of labels per interval of the imbalance ratio, and "
        "for five metrics a line per method with its average rank per interval; the table below "
        "has the numbers.",
    ),
    Entry(
        name="growth",
        section="Cost",
        tables=("summary", "datasets"),
        draw="eccru.plots.cost:growth",
        title="Growth of the training time",
        caption="Over instances times labels. The grey dots are the other methods; features and "
        "imbalance, which also matter, are not accounted for.",
        alternative="A panel per method: training time over the number of instances times labels, "
        "with a fitted straight line on logarithmic axes.",
    ),
    Entry(
        name="estimates",
        section="Cost",
        tables=("costs",),
        draw="eccru.plots.cost:estimates",
        title="Measured and estimated training time",
        caption="By the estimate long jobs are started first. On the line both are equal.",
        alternative="Measured over estimated training time of every dataset and method, with the "
        "line on which both are equal.",
    ),
    Entry(
        name="thresholds",
        section="Thresholds",
        tables=("thresholds",),
        draw="eccru.plots.thresholds:thresholds",
        title="Chosen thresholds",
        caption="Per label, on the training data: the darker, the more often. The line is the "
        "median.",
        alternative="For each metric and method the distribution of the chosen thresholds between "
        "0 and 1, with the median.",
    ),
)
FIGURES = {entry.name: entry for entry in _ENTRIES}
