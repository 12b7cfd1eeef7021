import { useLocation } from 'wouter';
import { pageAt } from '../../../contract/pages.ts';
import { FoldersPage } from './FoldersPage.tsx';
import { SensorTreePage } from './sensors/SensorTreePage.tsx';
import '../../components/form/form.css';
import './folders.css';

/** The trees: folders of people's own, and companies down to sensors. */
export default function TreesPage() {
  const [path] = useLocation();
  const match = pageAt(path);
  if (match?.id === 'sensorTree') return <SensorTreePage />;
  const folderId = Number(match?.parameters['folder'] ?? 0);
  return <FoldersPage folderId={folderId === 0 ? null : folderId} />;
}
