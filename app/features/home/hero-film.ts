/** Separate from the other samples, because the route preloads the still before the page's own code has loaded. */
export const heroFilm = { src: '/samples/hero.mp4', still: '/samples/hero.webp' }
