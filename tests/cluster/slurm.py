"""A real Slurm on loopback: munged, slurmctld and a slurmd for each of two nodes.

Everything is in a temporary folder, with a key, sockets and ports of its own. It runs as root, as
slurmd must.
"""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.stress import processes
from tests.tracking.servers import free_port, wait_until
from tests.workflow.call import ROOT

PROFILE = [
    *("--profile", ROOT / "profiles/slurm", "--cores", "1"),
    # A test has no time for the 40 seconds between two questions.
    *("--slurm-status-command", "sacct", "--slurm-init-seconds-before-status-checks", "2"),
]
NODES = ("one", "two")
# Memory is watched and enforced by Slurm itself, since a container has no cgroups to do so.
CONFIGURATION = """
ClusterName=eccru
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort={port}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/linux
JobAcctGatherFrequency=1
JobAcctGatherParams=OverMemoryKill,UsePss
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SchedulerParameters=bf_interval=2,sched_interval=5
ReturnToService=2
MpiDefault=none
KillWait=2
MinJobAge=3600
PartitionName=all Nodes=one,two Default=YES MaxTime=INFINITE State=UP
"""
# The plugin's question ends with the name of the jobs.
SACCT = """
for name; do :; done
exec squeue --states=all --noheader --format='%i|%T' --name="$name"
"""


class Slurm:
    """The cluster, which lives as long as the context.

    Attributes
    ----------
    environment : dict
        What a process needs in its environment to talk to this cluster.
    """

    def __enter__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="eccru-slurm-"))
        self.daemons = {}
        (self.folder / "state").mkdir()
        (self.folder / "munge.key").write_bytes(os.urandom(128))
        (self.folder / "munge.key").chmod(0o400)
        self._write_configuration()
        self._write_commands()
        self.environment = {
            "SLURM_CONF": str(self.folder / "slurm.conf"),
            "PATH": f"{self.folder}/bin{os.pathsep}{os.environ['PATH']}",
        }
        try:
            self._start_all()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *error):
        for daemon in reversed(self.daemons):
            self.stop(daemon)
        shutil.rmtree(self.folder)

    def _write_configuration(self):
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20
        lines = [CONFIGURATION.format(folder=self.folder, port=free_port())]
        lines += [
            f"NodeName={node} NodeHostname=localhost NodeAddr=127.0.0.1 Port={free_port()} "
            f"CPUs=1 RealMemory={memory * 8 // 10}"
            for node in NODES
        ]
        (self.folder / "slurm.conf").write_text("\n".join(lines))

    def _write_commands(self):
        """Write two commands that go before Slurm's.

        Snakemake's plugin keeps SLURM_CONF from the steps of a job, and /etc is not ours to change.
        It asks sacct how jobs are, which needs a slurmdbd; squeue knows as much here.
        """
        commands = {
            "srun": f'SLURM_CONF={self.folder}/slurm.conf exec {shutil.which("srun")} "$@"',
            "sacct": SACCT,
        }
        for name, command in commands.items():
            path = self.folder / "bin" / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(f"#!/bin/sh\n{command}\n")
            path.chmod(0o755)

    def _start_all(self):
        files = {name: self.folder / f"munge.{name}" for name in ("key", "socket", "pid", "seed")}
        options = [
            f"--{name if name == 'socket' else name + '-file'}={files[name]}" for name in files
        ]
        self.start("munged", "--foreground", "--force", *options)
        wait_until(files["socket"].exists)
        self.start_controller()
        for node in NODES:
            self.start("slurmd", "-D", "-N", node)
        wait_until(lambda: self.nodes() == dict.fromkeys(NODES, "idle"))

    def start(self, daemon: str, *options: str):
        """Start a daemon, whose name stands for it with its last option."""
        program = shutil.which(daemon, path=f"{os.environ['PATH']}{os.pathsep}/usr/sbin")
        assert program, f"no {daemon}: tests/cluster/install.sh installs it"
        name = f"{daemon}-{options[-1]}" if daemon == "slurmd" else daemon
        environment = {**os.environ, **self.environment}
        environment.pop(processes.MARK, None)  # it outlives the test in which it is started
        with open(self.folder / f"{name}.log", "a") as log:
            self.daemons[name] = subprocess.Popen(
                [program, *options],
                env=environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def start_controller(self):
        """Start slurmctld, perhaps again: what it knew of jobs is on disk."""
        self.start("slurmctld", "-D")

    def stop(self, daemon: str):
        """Stop a daemon and wait for its end."""
        process = self.daemons[daemon]
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def call(self, *command: str) -> str:
        """Call one of Slurm's commands and return what it says."""
        answer = subprocess.run(
            command, env={**os.environ, **self.environment}, capture_output=True, text=True
        )
        return answer.stdout

    def nodes(self) -> dict[str, str]:
        """Return the state of every node."""
        lines = self.call("sinfo", "--Node", "--noheader", "--format=%N %T").splitlines()
        return dict(line.split() for line in lines)

    def jobs(self, folder: Path) -> dict[int, tuple[str, str, int]]:
        """Return state, rule and megabytes of all jobs from a folder, by their number."""
        lines = self.call(
            "squeue", "--states=all", "--noheader", "--format=%i|%T|%k|%m|%Z"
        ).splitlines()
        jobs = (line.split("|") for line in lines)
        return {
            int(number): (state, comment.removeprefix("rule_"), int(memory.rstrip("M")))
            for number, state, comment, memory, where in jobs
            if where == str(folder)
        }
