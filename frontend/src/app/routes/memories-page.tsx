import { usePartner } from '../../api/partner-status.js';
import { OnThisDay } from '../../features/memories/on-this-day/on-this-day.js';
import { PlannedMemories } from '../../features/memories/planned-memories.js';
import { memoryFiles } from '../memory-files.js';

export function MemoriesPage() {
  const { couple } = usePartner();
  return <PlannedMemories>{couple && <OnThisDay chatId={couple.chatId} renderFiles={memoryFiles} />}</PlannedMemories>;
}
