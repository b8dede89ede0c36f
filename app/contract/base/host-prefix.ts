/** Browsers accept a cookie with this prefix only from this host over HTTPS, and send it to no other. */
export const hostPrefix = '__Host-'
