import { createFileRoute, Outlet } from '@tanstack/react-router'
import { VideoLayout } from '#app/layouts/video.tsx'

export const Route = createFileRoute('/_video')({
  component: () => (
    <VideoLayout>
      <Outlet />
    </VideoLayout>
  ),
})
