import { createFileRoute } from '@tanstack/react-router';
import { ChatScreen } from '../src/screens/chat/chat-screen.tsx';

export const Route = createFileRoute('/_authenticated/')({ component: ChatScreen });
