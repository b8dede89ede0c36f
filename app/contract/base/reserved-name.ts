const reserved = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Whether a name leads from an object to its prototype, so that a value stored under it could change every other object. Names that people
 * or services choose must not be one of these.
 */
export const isReservedName = (name: string): boolean => reserved.has(name)
