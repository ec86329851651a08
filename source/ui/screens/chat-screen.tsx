import {useCursor} from 'ink';
import {useInsertionEffect, useLayoutEffect, useSyncExternalStore} from 'react';
import type {ChatController} from '../chat-controller.ts';
import type {ChatScene} from '../chat-scene.ts';
import type {Frame} from '../frame/build-frame.ts';
import {Lines} from './lines.tsx';
import {PrintedBlocks} from './printed-blocks.tsx';
import {useKeys} from './use-keys.ts';

type ChatScreenProps = {
	readonly controller: ChatController;
	readonly scene: ChatScene;
	/** Told of every frame just before it is drawn. */
	readonly onFrame: (frame: Frame) => void;
};

/** Keys go to the controller, pictures come from the scene; nothing is decided here. */
export const ChatScreen = ({controller, scene, onFrame}: ChatScreenProps) => {
	const {frame, fresh} = useSyncExternalStore(scene.subscribe, scene.getPicture);
	const {setCursorPosition} = useCursor();
	const {read, readPaste} = controller.intake;
	useKeys({onKey: read, onPaste: readPaste, onPiece: text => read('text', text)});
	// Ink draws between insertion and layout effects.
	useInsertionEffect(() => onFrame(frame));
	useLayoutEffect(() => {
		controller.drawn(frame);
		scene.acknowledge(fresh);
	});
	// A screen that is gone shows no question.
	useLayoutEffect(() => () => controller.drawn({maxScroll: 0}), [controller]);
	setCursorPosition(frame.isCursorDrawn === true ? undefined : frame.cursor);
	return (
		<>
			<PrintedBlocks blocks={fresh} />
			<Lines lines={frame.lines} />
		</>
	);
};
