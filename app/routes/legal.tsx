import { createFileRoute, Outlet } from '@tanstack/react-router'
import { DefaultLayout } from '#app/layouts/default.tsx'

export const Route = createFileRoute('/legal')({
  component: () => (
    <DefaultLayout>
      <Outlet />
    </DefaultLayout>
  ),
})
