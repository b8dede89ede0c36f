/** What a person's picture may be before it is made small, told before one is chosen. */
export const avatarTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export const avatarMegabytes = 2
/** Its sides afterwards. */
export const avatarPixels = 256
