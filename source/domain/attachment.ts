import type {PromptResult} from './catalogue.ts';
import type {ToolContent} from './tool.ts';

/** Something of a server that a message names, as it was when the message was sent. */
export type Attachment =
	| {
			readonly type: 'resource';
			readonly server: string;
			readonly uri: string;
			readonly content: readonly ToolContent[];
	  }
	/** What the server makes of its prompt takes the place of the text that names it. */
	| {
			readonly type: 'prompt';
			readonly server: string;
			readonly prompt: string;
			readonly arguments: Readonly<Record<string, string>>;
			readonly messages: PromptResult['messages'];
	  };
