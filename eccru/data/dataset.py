"""A prepared dataset, and the file it is kept in."""

from dataclasses import dataclass

import numpy as np

from eccru.errors import DataError
from eccru.files import read_arrays, write_arrays
from eccru.sparse import CSR


@dataclass(frozen=True, eq=False, repr=False)
class Dataset:
    """A multi-label dataset: n instances with d features and q labels.

    Attributes
    ----------
    name : str
        Name of the dataset.
    features : ndarray of shape (n, d) or CSR
        Features as the package computes with them: a float64 array or sparse rows.
    Y : ndarray of shape (n, q), uint8
        1 where a label is relevant, else 0.
    nominal : ndarray of shape (d,), bool
        Which features are nominal; their values are 0 and 1.
    feature_names, label_names : list of str
        Names of the columns of `X` and `Y`.
    """

    name: str
    features: np.ndarray | CSR
    Y: np.ndarray
    nominal: np.ndarray
    feature_names: list[str]
    label_names: list[str]

    @property
    def X(self):  # noqa: N802 (the name it has everywhere)
        """The features as an ndarray or a `scipy.sparse.csr_array`."""
        if not isinstance(self.features, CSR):
            return self.features
        from scipy.sparse import csr_array, get_index_dtype

        data, indices, indptr, shape = self.features
        # Much of scikit-learn takes no indices but those of 32 bits.
        kind = get_index_dtype(maxval=max(len(data), *shape))
        return csr_array((data, indices.astype(kind), indptr.astype(kind)), shape=shape)

    def __repr__(self):
        (n, q), d = self.Y.shape, self.features.shape[1]
        kind = "sparse features" if isinstance(self.features, CSR) else "features"
        return f"<Dataset {self.name}: {n} instances, {d} {kind}, {q} labels>"

    def save(self, path, key=""):
        """Write the dataset to an ``.npz`` file; equal datasets give equal bytes.

        Parameters
        ----------
        path : path-like
            The file.
        key : str
            What the dataset was made from, as a hash.
        """
        if isinstance(self.features, CSR):
            X = {f"X_{part}": np.asarray(v) for part, v in self.features._asdict().items()}
        else:
            X = {"X": self.features}
        write_arrays(
            path,
            key,
            name=np.array(self.name),
            **X,
            Y=self.Y,
            nominal=self.nominal,
            feature_names=np.array(self.feature_names, dtype=np.str_),
            label_names=np.array(self.label_names, dtype=np.str_),
        )

    @classmethod
    def load(cls, path, key=None) -> "Dataset":
        """Read a dataset that `save` wrote.

        Parameters
        ----------
        path : path-like
            The file.
        key : str, optional
            The key that it must have.

        Raises
        ------
        DataError
            If the file is damaged or has another key.
        """
        arrays = read_arrays(path, key)
        try:
            if "X" in arrays:
                features = arrays["X"]
            else:
                *parts, shape = (arrays[f"X_{part}"] for part in CSR._fields)
                features = CSR(*parts, tuple(shape.tolist()))
            return cls(
                name=str(arrays["name"]),
                features=features,
                Y=arrays["Y"],
                nominal=arrays["nominal"],
                feature_names=arrays["feature_names"].tolist(),
                label_names=arrays["label_names"].tolist(),
            )
        except KeyError as error:
            raise DataError(f"{path} is not a prepared dataset: {error}.") from None
