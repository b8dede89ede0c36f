/** Apart from the other samples, because the route asks for the still before the page's own code is there. */
export const heroFilm = { src: '/samples/hero.mp4', still: '/samples/hero.webp' }
