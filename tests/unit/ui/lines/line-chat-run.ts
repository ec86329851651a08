import {createLineChat} from '../../../../source/ui/lines/line-chat.ts';
import {createLineInput} from '../../../../source/ui/lines/line-input.ts';
import {createMarkdownLoader} from '../../../../source/ui/transcript/markdown-writer.ts';
import type {EditedText} from '../../../../source/ui/window-host.ts';
import {createClock} from '../../../helpers/ui-clock.ts';
import {createFakeApp} from '../../../helpers/ui-fake-app.ts';

/** A terminal that hands over what is typed when it is told to. */
const createKeyboard = () => {
	const listeners = new Map<string, (text: string) => void>();
	const keyboard = {
		isRaw: false,
		setRawMode(isRaw: boolean) {
			keyboard.isRaw = isRaw;
		},
		on(name: string, listener: (text: string) => void) {
			listeners.set(name, listener);
			return keyboard;
		},
		off(name: string) {
			listeners.delete(name);
			return keyboard;
		},
		setEncoding: () => keyboard,
		pause: () => keyboard,
		resume: () => keyboard,
		send: (text: string) => listeners.get('data')?.(text),
		end: () => listeners.get('end')?.(''),
	};
	return keyboard;
};

/** A chat of lines with a keyboard and a clock that a test moves. */
export const startLineChat = async (
	edit: (text: string) => EditedText = () => ({type: 'unchanged', why: 'There is no editor.'}),
) => {
	const clock = createClock();
	const fake = createFakeApp(clock.now);
	const keyboard = createKeyboard();
	const markdown = createMarkdownLoader();
	await markdown.load();
	const told = {quits: 0, rings: 0};
	let written = '';
	const chat = createLineChat({
		app: fake.app,
		write(text) {
			written += text;
		},
		width: 100,
		now: clock.now,
		schedule: clock.schedule,
		input: () => input,
		createAnswerWriter: markdown.createAnswerWriter,
		editText: async text => edit(text),
		copy: () => 'Copied.',
		ring() {
			told.rings += 1;
		},
		quit() {
			told.quits += 1;
		},
	});
	const input = createLineInput({
		stdin: keyboard as unknown as NodeJS.ReadStream,
		onLine: chat.onLine,
		onInterrupt: chat.onInterrupt,
		onEnd: () => {
			told.quits += 1;
		},
	});
	chat.start(['hello']);
	return {
		...fake,
		fake,
		chat,
		clock,
		keyboard,
		told,
		written: () => written,
		/** Everything since the last time. */
		news() {
			const text = written;
			written = '';
			return text;
		},
		/** A line that comes when whoever types it has read what there is. */
		type(line: string) {
			clock.advance(400);
			keyboard.send(`${line}\n`);
		},
	};
};
