const pattern = /bot\b|chrome-lighthouse|facebookexternalhit|google\b/i

/** Whether a browser is a crawler: those are not shown error pages, so that a passing fault is not what they remember. */
export const isBot = (userAgent: string) => pattern.test(userAgent)
