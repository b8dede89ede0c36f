/** The choice of the server's own sampler, with which nothing is sent. */
export const noSampler = 'auto'
