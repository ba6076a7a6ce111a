"""Stands for OpenML: a proxy on this machine that answers for it.

scikit-learn has no setting for the address of OpenML. What it opens goes through the proxy that
``https_proxy`` names, and is believed by the certificates in ``SSL_CERT_FILE``: so the requests
are real ones, to a server that is not.
"""

import hashlib
import json
import shutil
import ssl
import subprocess
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

HOST = "www.openml.org"


@contextmanager
def serving_openml(folder, **datasets):
    """Serve ARFF files as datasets of OpenML, and yield the environment that leads to them.

    Parameters
    ----------
    folder : Path
        For the certificate.
    datasets : dict
        By number, as ``d7=(arff, features)``: the text of the file, and what OpenML says of its
        attributes.
    """
    if shutil.which("openssl") is None:
        pytest.skip("needs the openssl command, to make a certificate")
    certificate, key = folder / "openml.pem", folder / "openml.key"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}"),
            *("-keyout", key, "-out", certificate),
        ],
        check=True,
        capture_output=True,
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    pages = {}
    for name, (arff, features) in datasets.items():
        pages |= _pages(name[1:], arff, features)

    class OpenML(BaseHTTPRequestHandler):
        def do_GET(self):
            # OpenML answers 412 where it has no such dataset.
            found = self.path in pages
            body = pages[self.path] if found else b'{"error": {"code": "111"}}'
            self.send_response(200 if found else 412)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    class Proxy(OpenML):
        def do_CONNECT(self):
            if self.path != f"{HOST}:443":
                self.send_error(403)
                return
            self.send_response(200)
            self.end_headers()
            with context.wrap_socket(self.connection, server_side=True) as connection:
                OpenML(connection, self.client_address, self.server)
            self.close_connection = True

    server = ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        address = f"http://127.0.0.1:{server.server_port}"
        yield {"https_proxy": address, "no_proxy": "", "SSL_CERT_FILE": str(certificate)}
    finally:
        server.shutdown()
        server.server_close()


def feature(name, values=None, target=False) -> dict:
    """Return what OpenML says of an attribute."""
    kind = {"data_type": "nominal", "nominal_value": list(values)} if values else {}
    return {
        "name": name,
        "data_type": "numeric",
        "is_target": str(target).lower(),
        "is_ignore": "false",
        "is_row_identifier": "false",
        "number_of_missing_values": "0",
        **kind,
    }


def _pages(number, arff, features) -> dict[str, bytes]:
    is_sparse = "{" in arff.split("@data")[1]
    description = {
        "id": number,
        "name": "stones",
        "version": "1",
        "description": "Invented.",
        "format": "Sparse_ARFF" if is_sparse else "ARFF",
        "status": "active",
        "url": f"https://{HOST}/data/v1/download/{number}/stones.arff",
        "md5_checksum": hashlib.md5(arff.encode()).hexdigest(),
    }
    numbered = [{"index": str(index), **f} for index, f in enumerate(features)]
    rows = len(arff.split("@data\n")[1].splitlines())
    quality = [{"name": "NumberOfInstances", "value": f"{rows}.0"}]
    api = "/api/v1/json/data"
    answers = {
        f"{api}/{number}": {"data_set_description": description},
        f"{api}/features/{number}": {"data_features": {"feature": numbered}},
        f"{api}/qualities/{number}": {"data_qualities": {"quality": quality}},
    }
    pages = {path: json.dumps(answer).encode() for path, answer in answers.items()}
    return {**pages, f"/data/v1/download/{number}/stones.arff": arff.encode()}
