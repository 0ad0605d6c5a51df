/** Texts of the error screen (spec section 8). */
export const texts = {
  page: 'Error',
  title: 'Unexpected Application Error!',
  notFound: '404 Not Found',
  back: 'Back to Duet',
} as const;
