/** Plans are named by the operator's settings; a name is not translated. */
export const planName = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1)
