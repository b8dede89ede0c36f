/**
 * Serves the framework alone, for comparison with a page: a router with one page that receives equal data, puts it into the query cache and
 * renders a card for each work. Started by `pages.ts`, which passes the data; serves the page at `/`, and the given bytes at `/bytes`.
 */
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { QueryClient, QueryClientProvider, useSuspenseQuery } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter, HeadContent, Link, Outlet, Scripts } from '@tanstack/react-router'
import { createRequestHandler, defaultStreamHandler } from '@tanstack/react-router/ssr/server'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { compress } from 'hono/compress'
import { Hono } from 'hono'
import { createElement as h } from 'react'
import type { Overview } from '#app/contract/operator/overview.ts'

type Orders = { overview: Overview; models: unknown; bytes: string; headers: Record<string, string> }

const root = createRootRouteWithContext<{ queryClient: QueryClient; orders: Orders }>()({
  component: () => h('html', { lang: 'en' }, h('head', null, h(HeadContent)), h('body', null, h(Outlet), h(Scripts))),
})

const works = (orders: Orders) => ({ queryKey: ['works'], queryFn: () => Promise.resolve(orders.overview) })

const page = createRoute({
  getParentRoute: () => root,
  path: '/',
  loader: ({ context: { queryClient, orders } }) =>
    Promise.all([
      queryClient.ensureQueryData(works(orders)),
      queryClient.ensureQueryData({ queryKey: ['models'], queryFn: () => Promise.resolve(orders.models) }),
    ]).then(() => null),
  component: function Page() {
    const { orders } = page.useRouteContext()
    const { data } = useSuspenseQuery(works(orders))
    const card = ({ id, type, prompt, files: [file] }: Overview['works']['items'][number]) =>
      h(
        'li',
        { key: id, 'data-kind': type, className: 'relative min-w-0' },
        file?.thumbnail_url && h('img', { src: file.thumbnail_url, alt: '', loading: 'lazy', className: 'absolute inset-0 size-full' }),
        h('p', { className: 'line-clamp-2' }, prompt),
        h(Link, { to: '/', 'aria-label': prompt, className: 'absolute inset-0' }),
      )
    return h('main', null, h('h1', null, 'Works'), h('ul', { className: 'grid gap-2' }, data.works.items.map(card)))
  },
})

function makeRouter(orders: Orders) {
  const queryClient = new QueryClient()
  const router = createRouter({
    routeTree: root.addChildren([page]),
    context: { queryClient, orders },
    Wrap: ({ children }) => h(QueryClientProvider, { client: queryClient }, children),
  })
  setupRouterSsrQueryIntegration({ router, queryClient })
  return router
}

process.once('message', (message) => {
  const orders = message as Orders
  const app = new Hono()
  app.use(compress())
  app.all('*', ({ req }) => createRequestHandler({ request: req.raw, createRouter: () => makeRouter(orders) })(defaultStreamHandler))
  const listener = getRequestListener(app.fetch)
  const bytes = Buffer.from(orders.bytes)
  const server = createServer((request, response) => {
    if (request.url !== '/bytes') return void listener(request, response)
    response.writeHead(200, orders.headers)
    response.end(bytes)
  })
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
})
process.on('disconnect', () => process.exit())
