"""On the terminal a line of progress now and then, instead of ten per job; Snakemake's log file has it all."""

from snakemake.logging import logger

from eccru.study.progress import Progress, is_news


def unfinished_jobs():
    return workflow.dag.needrun_jobs()


def job_name(job):
    return "/".join([job.rule.name, *job.wildcards])


def job_cost(job):
    return STARTUP_SECONDS + (expected_cost(job.wildcards) if job.rule.name == "train" else 0)


shown = workflow.logger_manager.settings
if workflow.is_main_process and not (shown.dryrun or shown.verbose or shown.quiet):
    for handler in logger.handlers:
        if handler.name == "DefaultStreamHandler":
            handler.addFilter(is_news)
    logger.addHandler(Progress(unfinished_jobs, job_name, job_cost))
