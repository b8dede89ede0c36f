/** A response header with the failure's code, so that it is known before the body is read. */
export const failureHeader = 'x-failure'
