import { createServer, type RequestListener, type Server } from 'node:http'

/**
 * Milliseconds for which idle connections stay open, which must exceed those of any proxy: one that sends a request while the server closes
 * the connection answers it with 502, and repeats it only if it is a GET. Caddy closes after 2 minutes, nginx and AWS after one, and Google
 * Cloud's load balancer after 10.
 */
export const idleMs = 11 * 60_000

export const openHttpServer = (listener: RequestListener): Server => createServer({ keepAliveTimeout: idleMs }, listener)
