"""The props of reviews."""

from vintner.web.page import Props


class Rating(Props):
    """`average` with one decimal, '4.3'; stars are drawn from it. `count` is the number of ratings."""

    average: str
    count: int


class ReviewNote(Props):
    """One review. `awaiting` says that only its author sees it yet; `reply` is the store's answer, or empty."""

    review_id: int
    author: str
    rating: int | None
    date: str
    iso_date: str
    text: str
    verified: bool
    reply: str = ""
    awaiting: bool = False


class ReviewProblem(Props):
    """An error of a field of the review form. `field` is empty for an error of the whole form."""

    field: str
    text: str


class ReviewForm(Props):
    """The form under the reviews, posted to `action`.

    After an error it has the values that were sent, and the problems.
    """

    action: str
    title: str
    note: str
    """Says who may write, empty if everybody may."""
    rating_required: bool
    rating: int | None = None
    comment: str = ""
    author: str = ""
    email: str = ""
    problems: tuple[ReviewProblem, ...] = ()


class ProductReviews(Props):
    """The reviews of a wine: the figures of all, one page of them, newest first, and the form."""

    title: str
    rating: Rating | None
    distribution: tuple[int, ...]
    """Numbers of ratings with 5, 4, 3, 2 and 1 stars."""
    notes: tuple[ReviewNote, ...]
    count: int
    page: int
    pages: int
    newer_url: str
    older_url: str
    form: ReviewForm | None
    """None where reviews are closed."""
