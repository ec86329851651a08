// The least an Ink chat can be: a prompt that echoes. Built like the program, it is its floor.
import {render, Text, useInput} from 'ink';
import {createElement, useState} from 'react';

const Chat = () => {
	const [draft, setDraft] = useState('');
	useInput(input => setDraft(text => text + input));
	return createElement(Text, null, `› ${draft}`);
};

export const main = async (_words, shown) => {
	// What the launcher shows is meant for the program.
	shown?.leave();
	await render(createElement(Chat), {incrementalRendering: true, maxFps: 250}).waitUntilExit();
	return 0;
};
