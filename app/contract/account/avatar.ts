/** Accepted media types of an avatar. */
export const avatarTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export const avatarMegabytes = 2
/** Side length after scaling. */
export const avatarPixels = 256
