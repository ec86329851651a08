import {Box, Static, Text, useCursor, useInput, usePaste} from 'ink';
import {useLayoutEffect, useSyncExternalStore} from 'react';
import type {ChatController} from '../chat-controller.ts';
import type {ChatScene} from '../chat-scene.ts';
import {keyName} from '../input/key-name.ts';

type ChatScreenProps = {readonly controller: ChatController; readonly scene: ChatScene};

/** Keys go to the controller, pictures come from the scene; nothing is decided here. */
export const ChatScreen = ({controller, scene}: ChatScreenProps) => {
	const {frame, printed} = useSyncExternalStore(scene.subscribe, scene.getPicture);
	const {setCursorPosition} = useCursor();
	useInput((input, key) => {
		if (key.eventType === 'release') {
			return;
		}
		// Several characters at once were pasted by a terminal without bracketed paste: never a command.
		if (input.length > 1 && /[\r\n]/.test(input)) {
			controller.onPaste(input);
			return;
		}
		controller.onKey(keyName(input, key), key.ctrl || key.meta ? '' : input);
	});
	usePaste(controller.onPaste);
	useLayoutEffect(() => controller.limitScroll(frame.maxScroll));
	setCursorPosition(frame.cursor);
	return (
		<>
			<Static items={printed}>{block => <Text key={block.id}>{block.lines.join('\n')}</Text>}</Static>
			<Box flexDirection="column">
				<Text wrap="truncate-end">{frame.lines.join('\n')}</Text>
			</Box>
		</>
	);
};
