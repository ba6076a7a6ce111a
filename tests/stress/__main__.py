"""Attack the workflow and print what came of it: ``python -m tests.stress [SCENARIO...]``."""

import logging
import shutil
import sys
import tempfile
import time
from pathlib import Path

from tests.stress import clocks, damage, disks, edges, inputs, kills, orders, processes, together
from tests.stress.arena import Arena

SEED = 20
SCENARIOS = {
    "undisturbed": Arena.make_reference,
    "calls killed": kills.kill_calls,
    "processes killed": kills.kill_processes,
    "a fold fails": damage.fail_one_fold,
    "files damaged": damage.damage_files,
    "disks full": disks.fill_disks,
    "places read-only": disks.forbid_writing,
    "trackers at once": together.share_store,
    "two calls in one folder": together.share_folder,
    "two folders, one server": together.share_server,
    "clocks wrong": clocks.set_clocks,
    "mutated inputs": inputs.mutate_inputs,
    "edge datasets": edges.run_edges,
    "other orders": orders.change_order,
}
COLUMNS = ("tried", "lost", "wrong", "doubled", "unsaid", "seconds")


def main(names: list[str]) -> int:
    """Run the scenarios of some names, or all, and return the exit code."""
    unknown = [name for name in names if name not in SCENARIOS]
    if unknown:
        sys.exit(f"There is no scenario {unknown[0]!r}; there are {', '.join(SCENARIOS)}.")
    folder = Path(tempfile.mkdtemp(prefix="stress-"))
    print(f"seed {SEED}, in {folder}", flush=True)
    print("| scenario |", " | ".join(COLUMNS), "|")
    print("|---" * (1 + len(COLUMNS)) + "|", flush=True)
    notes, is_clean = [], True
    try:
        arena = Arena(folder, SEED)
        for name, scenario in SCENARIOS.items():
            if names and name not in ("undisturbed", *names):
                continue
            begin = time.monotonic()
            outcome = scenario(arena)
            seconds = time.monotonic() - begin
            row = [name, *outcome.row(), f"{seconds:.0f}"]
            print("|", " | ".join(map(str, row)), "|", flush=True)
            is_clean &= outcome.is_clean
            notes += [f"{name}: {note}" for note in outcome.notes]
    finally:
        processes.end_all(str(folder))
        shutil.rmtree(folder, ignore_errors=True)
    print("\n".join(["", *notes]))
    return 0 if is_clean else 1


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    sys.exit(main(sys.argv[1:]))
