import {render} from 'ink-testing-library';
import {createChatScene} from '../../source/ui/chat-scene.ts';
import {ChatScreen} from '../../source/ui/screens/chat-screen.tsx';
import {createStyles} from '../../source/ui/theme/styles.ts';
import {createMarkdownLoader} from '../../source/ui/transcript/markdown-writer.ts';
import {controlChat} from '../helpers/ui-controller.ts';
import {seen} from '../helpers/ui-text.ts';
import {waitUntil} from '../helpers/wait-until.ts';

/** The chat as Ink draws it, on a real controller and scene and a fake app. */
export const renderChat = () => {
	const chat = controlChat();
	const names: string[] = [];
	const scene = createChatScene({
		app: chat.fake.app,
		controller: chat.controller,
		styles: createStyles(true),
		createAnswerWriter: createMarkdownLoader().createAnswerWriter,
		greeting: ['welcome to this test'],
		size: () => ({columns: 100, rows: 30}),
		canDraw: () => true,
		now: chat.clock.now,
		schedule: chat.clock.schedule,
		spinnerFrames: ['-', '+'],
	});
	const controller = {
		...chat.controller,
		onKey(name: string, text: string) {
			names.push(name);
			chat.controller.onKey(name, text);
		},
	};
	const {lastFrame, stdin, unmount} = render(
		<ChatScreen controller={controller} scene={scene} onFrame={() => undefined} />,
	);
	/** In this mode Ink writes the whole transcript and the frame each time. */
	const screen = (): string => seen(lastFrame() ?? '');
	return {
		...chat,
		screen,
		/** The names of the keys that reached the controller. */
		names,
		send: (bytes: string) => stdin.write(bytes),
		shows: (text: string) =>
			waitUntil(() => screen().includes(text), {describe: () => `It shows:\n${screen()}`}),
		until: (condition: () => boolean) => waitUntil(condition, {describe: screen}),
		close() {
			unmount();
			scene.dispose();
			chat.controller.dispose();
		},
	};
};
