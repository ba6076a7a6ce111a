"""How long a run is going to take: good enough to start the longest jobs first."""

from eccru.names import KNOWN

# CPU seconds, fitted to training times like those in benchmarks/README.md.
PER_ENTRY = 5e-8  # a stored value of a training row, for a tree on all rows
PER_SAMPLED_ENTRY = 8e-8  # the same for a tree on an undersampled sample
PER_ANSWER = 2e-7  # a training row predicted by a tree
PER_TREE = 2.5e-4
PER_FOREIGN_ENTRY = 2e-5  # a stored value of a training row, for a classifier of another package
PER_FOREIGN = 1.0  # such a classifier, whatever it learns from
SHORT_CHAINS = 3  # ECCRU2 and ECCRU3 build about so many times the trees of ECCRU
STARTUP_SECONDS = 1.0  # of any job

# Megabytes, fitted to the peak memory of the runs in reproduction/runs.csv, with a third to spare.
ANY_RUN = 300
PER_STORED_VALUE = 9e-5
PER_LABEL_VALUE = 4e-5


def estimated_seconds(method: str, parameters: dict, statistics: dict) -> float:
    """Estimate the CPU seconds of training from the size of a dataset.

    Parameters
    ----------
    method : str
        Name of the method, or path of a class of another package.
    parameters : dict
        Its parameters.
    statistics : dict
        What `eccru.data.preparation.prepare` says of the dataset: n, q, LC and entries.
    """
    n, q, entries = statistics["n"] / 2, statistics["q"], statistics["entries"] / 2
    if method not in KNOWN:  # not known better: much as a forest
        trained = q if parameters.get("per_label") is True else 1
        return trained * (entries * PER_FOREIGN_ENTRY + PER_FOREIGN)
    c = parameters.get("c", 1)
    if method in ("BR", "ECC"):
        return c * q * (entries * PER_ENTRY + PER_TREE)
    if method == "COCOA":
        c = 1 + min(parameters.get("couples", 10), q - 1)
    sampled = 2 * min(statistics["LC"], q / 2) * entries  # the minority is mostly the positives
    trees = c * q * (SHORT_CHAINS if "theta_max" in parameters else 1)
    answers = c * q * n if method.startswith(("ECCRU", "Forest")) else 0
    return c * sampled * PER_SAMPLED_ENTRY + trees * PER_TREE + answers * PER_ANSWER


def estimated_memory_mb(statistics: dict | None) -> int:
    """Estimate the most memory that a run holds, in megabytes, from the size of a dataset.

    Parameters
    ----------
    statistics : dict or None
        As for `estimated_seconds`; None if nothing is known of the dataset.
    """
    if statistics is None:
        return 4 * ANY_RUN
    cells = statistics["n"] * statistics["q"]
    needed = PER_STORED_VALUE * statistics["entries"] + PER_LABEL_VALUE * cells
    return round(ANY_RUN + needed)
