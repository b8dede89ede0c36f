/** Plan names come from the operator's settings and are not translated. */
export const planName = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1)
