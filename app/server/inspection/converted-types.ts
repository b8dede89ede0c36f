/** Types of files that are converted when they are uploaded, because browsers or services do not read them. */
export const convertedTypes = ['image/heic', 'image/tiff', 'video/mp2t', 'video/quicktime'] as const
export type Converted = (typeof convertedTypes)[number]
