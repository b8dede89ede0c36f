const pattern = /bot\b|chrome-lighthouse|facebookexternalhit|google\b/i

/** Whether a user agent is a crawler: crawlers get no error pages, which they would index. */
export const isBot = (userAgent: string) => pattern.test(userAgent)
