/** A response header in which a rendered page names its route template. The web server counts by it and removes it. */
export const routeHeader = 'x-quartet-route'
