import { createFileRoute, Outlet } from '@tanstack/react-router'
import { ProfileLayout } from '#app/layouts/profile.tsx'

export const Route = createFileRoute('/_app/profile')({
  component: () => (
    <ProfileLayout>
      <Outlet />
    </ProfileLayout>
  ),
})
