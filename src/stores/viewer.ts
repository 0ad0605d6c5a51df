/** The picture in the viewer: its message's key, or none. */
import { create } from 'zustand';

interface Viewer {
  key: string | null;
}

const useViewer = create<Viewer>(() => ({ key: null }));

export const useViewedPicture = (): string | null => useViewer((state) => state.key);

export function viewPicture(key: string): void {
  useViewer.setState({ key });
}

export function closeViewer(): void {
  useViewer.setState({ key: null });
}
