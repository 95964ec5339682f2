import type { ProductReviews, ReviewProblem } from '../generated/pages';
import { ConnectionError, post } from '../lib/http';

/** The review was saved: the reviews as they are now, its number and where it can be seen. */
export interface Taken {
  reviews: ProductReviews;
  review_id: number;
  url: string;
}

interface Refused {
  problems: ReviewProblem[];
}

/** Send a review. What is wrong with it, or with the way to the server, comes back as problems of the form. */
export async function sendReview(url: string, form: FormData): Promise<Taken | Refused> {
  const fields = new URLSearchParams();
  for (const [name, value] of form) if (typeof value === 'string') fields.append(name, value);
  try {
    return await post<Taken | Refused>(url, fields);
  } catch (error) {
    if (error instanceof ConnectionError) return { problems: [{ field: '', text: error.message }] };
    throw error;
  }
}
