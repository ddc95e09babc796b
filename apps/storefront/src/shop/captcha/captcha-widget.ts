/** What every captcha's widget is given, whichever provider it belongs to. */
export interface CaptchaWidgetProps {
  /** What the widget gives once it is solved; null while it is not, or no longer. */
  onAnswer: (answer: string | null) => void;
}
