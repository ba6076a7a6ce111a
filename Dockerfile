# The study with all that it needs, for machines without Python; docs/cluster.md says how to use it.
FROM python:3.11-slim
WORKDIR /opt/eccru

COPY requirements.txt ./
RUN python -m pip install --no-cache-dir --require-hashes -r requirements.txt

COPY . .
RUN python -m pip install --no-cache-dir --no-deps --no-build-isolation --editable .
RUN python -m compileall -q eccru
RUN NUMBA_CACHE_DIR=container/kernels python -m eccru warm

ENTRYPOINT ["/opt/eccru/container/enter"]
CMD ["snakemake", "--help"]
WORKDIR /work
