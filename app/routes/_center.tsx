import { createFileRoute, Outlet } from '@tanstack/react-router'
import { CenterLayout } from '#app/layouts/center.tsx'

export const Route = createFileRoute('/_center')({
  component: () => (
    <CenterLayout>
      <Outlet />
    </CenterLayout>
  ),
})
