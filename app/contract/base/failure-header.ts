/** A response header with the failure's code, which is then known before the body is read. */
export const failureHeader = 'x-failure'
