/** Number of characters, as written in `?redirect=`. */
export const redirectMaxLength = 2048
