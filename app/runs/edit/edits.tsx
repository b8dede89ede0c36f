import { EditMenu, type EditMenuProps } from './edit-menu.tsx'
import { VideoMenu } from './video-menu.tsx'

/** The menu of edits of an image or a video. */
export function Edits(props: EditMenuProps) {
  return props.generation.type === 'video' ? <VideoMenu {...props} /> : <EditMenu {...props} />
}
