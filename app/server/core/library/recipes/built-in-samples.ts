/** Sizes of the pictures of built-in recipes. Written by `scripts/make-choices.ts`. */
export const samples: Record<string, { width: number; height: number; bytes: number }> = {
  'greeting-en': { width: 720, height: 960, bytes: 23824 },
  'greeting-ru': { width: 720, height: 960, bytes: 24032 },
  'product-en': { width: 960, height: 720, bytes: 11452 },
  'product-ru': { width: 960, height: 720, bytes: 12454 },
  'quote-en': { width: 960, height: 960, bytes: 31298 },
  'quote-ru': { width: 960, height: 960, bytes: 36274 },
  'event-en': { width: 720, height: 960, bytes: 24578 },
  'event-ru': { width: 720, height: 960, bytes: 25618 },
  'video-cover-en': { width: 960, height: 540, bytes: 10622 },
  'video-cover-ru': { width: 960, height: 540, bytes: 10632 },
  'landscape-en': { width: 960, height: 720, bytes: 73900 },
  'landscape-ru': { width: 960, height: 720, bytes: 73900 },
  'poster-en': { width: 720, height: 960, bytes: 22744 },
  'poster-ru': { width: 720, height: 960, bytes: 22744 },
  'clip-en': { width: 960, height: 540, bytes: 13712 },
  'clip-ru': { width: 960, height: 540, bytes: 13712 },
}
