import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { makeNoReviews, makeNote, makeReviewForm, makeReviews } from '../fixtures/reviews';
import type { ProductReviews } from '../generated/pages';
import { answering, later } from '../testing/network';
import { Reviews } from './Reviews';
import type { Taken } from './sendReview';

const ACTION = makeReviewForm().action;

afterEach(() => window.history.replaceState(null, '', '/'));

const star = (stars: number) => screen.getByRole('radio', { name: `${stars} of 5 stars` });
const rating = () => document.querySelector<HTMLInputElement>('input[type="hidden"][name="rating"]')?.value;
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Submit' }));
const taken = (reviews: ProductReviews): Taken => ({ reviews, review_id: 99, url: '/product/x/?written=s#comment-99' });

test('the average stands with its count and its distribution', () => {
  render(<Reviews reviews={makeReviews()} />);
  expect(screen.getByRole('heading', { name: '2 reviews for Quinta da Lomba Reserva' })).toBeVisible();
  expect(screen.getByText('3 ratings')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: '4 stars: 2 of 3 ratings' })).toHaveValue(2);
});

test('a review says who wrote it, whether they bought the wine, and what the store answered', () => {
  render(<Reviews reviews={makeReviews()} />);
  const [first, second] = within(document.getElementById('comments') as HTMLElement).getAllByRole('listitem');
  expect(first).toHaveTextContent(/Ana.*Verified buyer.*March 3, 2026.*Our answer.*Thank you, Ana/);
  expect(second).not.toHaveTextContent('Verified buyer');
});

test('without reviews there is an invitation instead of figures', () => {
  render(<Reviews reviews={makeNoReviews()} />);
  expect(screen.getByText('There are no reviews yet.')).toBeVisible();
  expect(screen.getByRole('form', { name: 'Be the first to review "Quinta da Lomba Reserva"' })).toBeVisible();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('choosing a star sets the hidden rating, and it can be taken back', async () => {
  render(<Reviews reviews={makeReviews()} />);
  expect(rating()).toBe('');
  await userEvent.click(star(2));
  await userEvent.click(star(4));
  expect(rating()).toBe('4');
  await userEvent.click(screen.getByRole('button', { name: 'Clear rating' }));
  expect(rating()).toBe('');
  expect(star(4)).not.toBeChecked();
});

test('a required rating that is missing is asked for before anything is sent', async () => {
  const sent = answering({});
  render(<Reviews reviews={makeReviews({ form: makeReviewForm({ rating_required: true }) })} />);
  await submit();
  expect(screen.getByText('Please select a rating')).toBeVisible();
  expect(screen.getByRole('radiogroup', { name: 'Your rating' })).toHaveAccessibleDescription(/Please select a rating/);
  expect(star(1)).toHaveFocus();
  expect(sent).toEqual([]);
  await userEvent.click(star(1));
  expect(screen.queryByText('Please select a rating')).toBeNull();
});

test('what is wrong stands beside its field, the first is focused, and nothing typed is lost', async () => {
  const problems = [
    { field: 'author', text: 'Please tell us your name.' },
    { field: 'email', text: 'That does not look like an email address.' },
  ];
  answering({ [ACTION]: { problems } });
  render(<Reviews reviews={makeReviews()} />);
  await userEvent.type(screen.getByLabelText('Your review'), 'Lovely.');
  await userEvent.click(star(5));
  await submit();
  const name = screen.getByLabelText('Name');
  await waitFor(() => expect(name).toHaveFocus());
  expect(name).toHaveAccessibleDescription(/Please tell us your name/);
  expect(screen.getByLabelText('Email')).toBeInvalid();
  expect(screen.getByLabelText('Your review')).toHaveValue('Lovely.');
  expect(star(5)).toBeChecked();
  await userEvent.type(name, 'A');
  expect(screen.queryByText('Please tell us your name.')).toBeNull();
});

test('a review that is taken stands in the list at once, with the focus', async () => {
  const reviews = makeReviews({ notes: [makeNote({ review_id: 99, author: 'Me', awaiting: true })] });
  const sent = answering({ [ACTION]: taken(reviews) });
  render(<Reviews reviews={makeReviews()} />);
  await userEvent.click(star(3));
  await userEvent.type(screen.getByLabelText('Your review'), 'Fine.');
  await submit();
  await waitFor(() => expect(document.getElementById('comment-99')).toHaveFocus());
  expect(screen.getByText(/awaiting moderation/)).toBeVisible();
  expect(screen.queryByRole('form')).toBeNull();
  expect(window.location.search).toBe('?written=s');
  expect(sent[0]?.fields.get('rating')).toBe('3');
  expect(sent[0]?.fields.get('comment')).toBe('Fine.');
});

test('a second press while the first is on its way sends nothing', async () => {
  const answer = later<unknown>();
  const sent = answering({ [ACTION]: () => answer.promise });
  render(<Reviews reviews={makeReviews()} />);
  await submit();
  await userEvent.click(screen.getByRole('button', { name: 'Sending…' }));
  answer.settle({ problems: [{ field: '', text: 'Later, please.' }] });
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Later, please.'));
  expect(sent).toHaveLength(1);
});

test('a lost connection is told, and the review can be sent again', async () => {
  answering({ [ACTION]: new TypeError('offline') });
  render(<Reviews reviews={makeReviews()} />);
  await submit();
  expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred while connecting to the server.');
  expect(screen.getByRole('button', { name: 'Submit' })).toBeEnabled();
});

test('where reviews are closed there is no form', () => {
  render(<Reviews reviews={makeReviews({ form: null })} />);
  expect(screen.queryByRole('form')).toBeNull();
  expect(screen.getByText('Reviews are closed for this wine.')).toBeVisible();
});

test('pages of reviews name their neighbours', () => {
  render(<Reviews reviews={makeReviews({ page: 2, pages: 3, newer_url: '/p/#comments', older_url: '/p/3/' })} />);
  expect(screen.getByRole('link', { name: 'Newer reviews' })).toHaveAttribute('rel', 'prev');
  expect(screen.getByRole('link', { name: 'Older reviews' })).toHaveAttribute('rel', 'next');
  expect(screen.getByText('Page 2 of 3')).toBeVisible();
});

test('the server draws a form that works by itself, with what was typed', () => {
  const problems = [{ field: 'email', text: 'Please tell us your email address.' }];
  const form = makeReviewForm({ rating: 4, comment: 'Fine.', author: 'Bo', problems });
  document.body.innerHTML = renderToString(<Reviews reviews={makeReviews({ form })} />);
  expect(document.querySelector('form')).toHaveAttribute('action', `${ACTION}#comment-form`);
  expect(document.querySelector('form')).toHaveFormValues({ stars: '4', comment: 'Fine.', author: 'Bo' });
  expect(document.getElementById('email-error')).toHaveTextContent('Please tell us your email address.');
  document.body.innerHTML = '';
});

test('markup in a review is text', () => {
  const text = '<img src=x onerror="window.hit = true"><script>window.hit = true</script>';
  const notes = [makeNote({ text, author: text, reply: text })];
  const html = renderToString(<Reviews reviews={makeReviews({ notes })} />);
  expect(html).not.toContain('<img');
  expect(html).not.toContain('<script');
});

const SECOND = '/product/x/comment-page-2/';
const firstPage = () => makeReviews({ pages: 2, older_url: `${SECOND}#comments` });
const secondPage = () =>
  makeReviews({
    page: 2,
    pages: 2,
    newer_url: '/product/x/#reviews',
    notes: [makeNote({ review_id: 80, author: 'Eva' })],
  });
const older = () => screen.getByRole('link', { name: 'Older reviews' });

test('older reviews are fetched into the tab and kept there, and what was typed stays', async () => {
  window.history.replaceState(null, '', '/product/x/');
  const answer = later<unknown>();
  const sent = answering({ [SECOND]: () => answer.promise });
  render(<Reviews reviews={firstPage()} />);
  await userEvent.type(screen.getByLabelText('Your review'), 'Half a');
  expect(older()).toHaveAttribute('data-url', SECOND);
  await userEvent.click(older());
  expect(screen.getByRole('status')).toHaveTextContent('Loading…');
  answer.settle({ reviews: secondPage() });
  await waitFor(() => expect(document.getElementById('comment-80')).toHaveFocus());
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  expect(window.location.href).toContain(`${SECOND}#comments`);
  expect(screen.getByLabelText('Your review')).toHaveValue('Half a');
  await userEvent.click(screen.getByRole('link', { name: 'Newer reviews' }));
  await waitFor(() => expect(document.getElementById('comment-71')).toHaveFocus());
  await userEvent.click(older());
  await waitFor(() => expect(document.getElementById('comment-80')).toHaveFocus());
  expect(sent).toHaveLength(1);
});

test.each([
  [404, 'Sorry, error: 404 - the requested content could not be found.'],
  [500, 'An error occurred 500'],
])('content that fails to load with %i is told, and can be asked for again', async (status, message) => {
  const answers: unknown[] = [new Response('', { status }), { reviews: secondPage() }];
  answering({ [SECOND]: () => answers.shift() });
  render(<Reviews reviews={firstPage()} />);
  await userEvent.click(older());
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(message));
  expect(document.getElementById('comment-71')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(document.getElementById('comment-80')).toHaveFocus());
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test('without JavaScript the links lead to the pages of reviews', () => {
  expect(renderToString(<Reviews reviews={firstPage()} />)).toContain(`href="${SECOND}#comments"`);
});
