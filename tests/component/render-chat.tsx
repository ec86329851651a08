import {render} from 'ink-testing-library';
import {createChatScene} from '../../source/ui/chat-scene.ts';
import {createKeyIntake} from '../../source/ui/input/key-intake.ts';
import {ChatScreen} from '../../source/ui/screens/chat-screen.tsx';
import {createStyles} from '../../source/ui/theme/styles.ts';
import {createMarkdownLoader} from '../../source/ui/transcript/markdown-writer.ts';
import {controlChat} from '../helpers/ui-controller.ts';
import {seen} from '../helpers/ui-text.ts';
import {waitUntil} from '../helpers/wait-until.ts';

const styles = createStyles(true);

/** The chat as Ink draws it, on a real controller and scene and a fake app. */
export const renderChat = () => {
	const chat = controlChat({drawsAtOnce: false});
	const names: string[] = [];
	const scene = createChatScene({
		app: chat.fake.app,
		controller: chat.controller,
		styles: () => styles,
		createAnswerWriter: createMarkdownLoader().createAnswerWriter,
		greeting: ['welcome to this test'],
		size: () => ({columns: 100, rows: 30}),
		canDraw: () => true,
		now: chat.clock.now,
		schedule: chat.clock.schedule,
		motion: {spinnerFrames: ['-', '+'], tickMilliseconds: 100},
	});
	const controller = {
		...chat.controller,
		// A paste is told from keys by real time.
		intake: createKeyIntake({
			onKey(name, text) {
				names.push(name);
				chat.controller.onKey(name, text);
			},
			onPaste: chat.controller.onPaste,
			now: chat.clock.now,
			schedule(run, milliseconds) {
				const timer = setTimeout(run, milliseconds);
				return () => clearTimeout(timer);
			},
		}),
	};
	const mount = () => render(<ChatScreen controller={controller} scene={scene} onFrame={() => undefined} />);
	let mounted = mount();
	/** In this mode Ink writes all that was printed since it was mounted, and the frame, each time. */
	const screen = (): string => seen(mounted.lastFrame() ?? '');
	return {
		...chat,
		screen,
		/** The names of the keys that reached the controller. */
		names,
		send: (bytes: string) => mounted.stdin.write(bytes),
		unmount: () => mounted.unmount(),
		mountAgain() {
			mounted = mount();
		},
		/** How many blocks the next picture prints. */
		held() {
			scene.refresh();
			return scene.getPicture().fresh.length;
		},
		shows: (text: string) =>
			waitUntil(() => screen().includes(text), {describe: () => `It shows:\n${screen()}`}),
		until: (condition: () => boolean) => waitUntil(condition, {describe: screen}),
		close() {
			mounted.unmount();
			scene.dispose();
			chat.controller.dispose();
		},
	};
};
