"""
Thresholds compared
===================

A method scores every label of an example from 0 to 1; a threshold per label makes predictions of
the scores. Here the same ECCRU3 on yeast gets its thresholds from the training set, as in the
paper, from the rows outside of the chains' bags, from cross-validation, and from nowhere (0.5).
"""

import matplotlib.pyplot as plt
import numpy as np

from eccru import ECCRU3, fetch_dataset
from eccru.model_selection import IterativeStratifiedKFold, macro_score

yeast = fetch_dataset("yeast")
X, Y = yeast.X, yeast.Y
train, test = next(IterativeStratifiedKFold(2).split(X, Y))
metrics = ("f_measure", "g_mean", "balanced_accuracy")

# %%
# A model has thresholds for each of the three metrics; ``predict`` is told which to use.
ways = ("train", "oob", "cv", 0.5)
values, models = {}, {}
for way in ways:
    models[way] = model = ECCRU3(thresholds=way, random_state=0).fit(X[train], Y[train])
    values[way] = [
        macro_score(Y[test], model.predict(X[test], metric=metric), metric=metric)
        for metric in metrics
    ]
    print(f"{way!s:6}", np.round(values[way], 3))

# %%
# Thresholds may also be tuned afterwards, on rows that the model has not seen.
half = len(test) // 2
models[0.5].tune(X[test[:half]], Y[test[:half]])
print("tuned on other rows:", round(models[0.5].score(X[test[half:]], Y[test[half:]]), 3))

# %%
# Left the results, right the thresholds for the F-measure. The training set knows its own answers:
# the thresholds that it suggests are others than those of rows that were left out.
fig, (left, right) = plt.subplots(1, 2, figsize=(9, 4), layout="constrained")
for number, way in enumerate(ways):
    left.bar(np.arange(3) + 0.2 * number, values[way], 0.2, label=str(way))
left.set_xticks(np.arange(3) + 0.3, metrics)
left.set_ylim(0, 0.8)
left.legend(title="thresholds", ncols=4, loc="upper left")
for way, marker in zip(ways[:3], "osx", strict=True):
    right.plot(models[way].thresholds_["f_measure"], marker, label=way)
right.set(xlabel="label", ylabel="threshold for the F-measure", ylim=(0, 1))
right.legend()
plt.show()
