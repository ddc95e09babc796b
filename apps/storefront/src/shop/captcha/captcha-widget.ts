/** What every captcha's widget is given, whichever provider it belongs to. */
export interface CaptchaWidgetProps {
  /** The answer of the solved widget; null while unsolved or expired. */
  onAnswer: (answer: string | null) => void;
}
