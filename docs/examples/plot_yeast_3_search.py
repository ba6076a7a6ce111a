"""
A search over c and theta
=========================

``c`` is ECCRU3's budget; ``theta_max`` and ``theta_min`` bound how unevenly it is spread over the
labels. Scikit-learn's search finds out what they are good for on a dataset, with folds that keep
the shares of rare labels and a scorer for the area under the precision-recall curve.
"""

import matplotlib.pyplot as plt
from sklearn.model_selection import GridSearchCV

from eccru import ECCRU3, fetch_dataset
from eccru.model_selection import SCORERS, IterativeStratifiedKFold

yeast = fetch_dataset("yeast")
X, Y = yeast.X[:800], yeast.Y[:800]  # a part, so that this page is built in seconds

# %%
# The score needs no thresholds: 0.5 saves their tuning.
grid = {"c": [3, 6, 12], "theta_max": [1, 2, 10], "theta_min": [0.25, 1]}
search = GridSearchCV(
    ECCRU3(thresholds=0.5, random_state=0),
    grid,
    scoring=SCORERS["auc_pr"],
    cv=IterativeStratifiedKFold(2),
)
search.fit(X, Y)
print(search.best_params_, round(search.best_score_, 3))

# %%
# Results stand in the order of the grid. With ``theta_max = theta_min = 1`` all labels get ``c``
# classifiers, which is ECCRU; with 10 yeast's labels get no more than about three times ``c``.
scores = search.cv_results_["mean_test_score"].reshape(3, 3, 2)  # c, theta_max, theta_min
fig, axes = plt.subplots(1, 2, figsize=(9, 4), sharey=True, layout="constrained")
for number, (ax, theta_min) in enumerate(zip(axes, grid["theta_min"], strict=True)):
    ax.plot(grid["c"], scores[:, :, number], "o-", label=grid["theta_max"])
    ax.set(title=f"theta_min = {theta_min}", xlabel="c")
axes[0].set_ylabel("AUC-PR, mean of two folds")
axes[1].legend(title="theta_max")
plt.show()
