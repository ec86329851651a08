import {Text, useCursor} from 'ink';
import {useSyncExternalStore} from 'react';
import type {FullScreen} from '../window-host.ts';
import type {FullPictures} from './full-picture.ts';
import {useKeys} from './use-keys.ts';

type FullScreenViewProps = {readonly screen: FullScreen; readonly pictures: FullPictures};

/** Whatever has the whole window. Like the chat, it is drawn elsewhere. */
export const FullScreenView = ({screen, pictures}: FullScreenViewProps) => {
	const {lines, cursor, redraws} = useSyncExternalStore(pictures.subscribe, pictures.get);
	const {setCursorPosition} = useCursor();
	useKeys(screen);
	setCursorPosition(cursor);
	return (
		<Text key={redraws} wrap="truncate-end">
			{lines.join('\n')}
		</Text>
	);
};
