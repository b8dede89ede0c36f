/** Names the code of the failure that a server function answers with, so that it is known before the answer is read. */
export const failureHeader = 'x-failure'
